// The laboratory by keys: arrows go from house to house, a digit plays one.
// Without scripts Tab and Enter do the same.

const houses = () => [...document.querySelectorAll("#board button.cup")];

document.body.classList.add("js");

function rove(to) {
  for (const h of houses()) h.tabIndex = h === to ? 0 : -1;
}

document.addEventListener("focusin", (event) => {
  if (houses().includes(event.target)) rove(event.target);
});

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest("input, select, textarea")) return;
  if (/^[1-6]$/.test(event.key)) {
    document.querySelector(`#board button.cup[value="${event.key}"]`)?.click();
    return;
  }
  const all = houses(), at = all.indexOf(event.target);
  const to = { ArrowRight: at + 1, ArrowDown: at + 1, ArrowLeft: at - 1, ArrowUp: at - 1, Home: 0, End: all.length - 1 }[event.key];
  if (at < 0 || to === undefined) return;
  all[(to + all.length) % all.length].focus();
  event.preventDefault();
});

// Margins that came later bring the board anew.
document.addEventListener("htmx:afterSettle", () => {
  rove(houses().includes(document.activeElement) ? document.activeElement : houses()[0] ?? null);
});

rove(houses()[0] ?? null);
