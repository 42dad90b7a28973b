package tutor

import "time"

// Day is a date of the calendar, counted in days.
type Day int

// FirstDay is the first day that is shown, 1 January 2026. On a computer whose clock
// stands before it, it is always that day.
const FirstDay Day = 20454

const dayForm = "2006-01-02"

// DayOf is the date that t shows where it is.
func DayOf(t time.Time) Day {
	y, m, d := t.Date()
	return Day(time.Date(y, m, d, 0, 0, 0, 0, time.UTC).Unix() / (24 * 60 * 60))
}

// ParseDay reads what [Day.String] writes.
func ParseDay(text string) (Day, bool) {
	t, err := time.Parse(dayForm, text)
	return DayOf(t), err == nil
}

// Time is the day's noon, for its date to be written; in UTC.
func (d Day) Time() time.Time { return time.Unix(int64(d)*24*60*60+12*60*60, 0).UTC() }

func (d Day) String() string        { return d.Time().Format(dayForm) }
func (d Day) Weekday() time.Weekday { return d.Time().Weekday() }
