// Package templates is how pages look: components that turn what they are
// given into HTML. They ask nothing and decide nothing; the types they take
// stand beside them.
package templates
