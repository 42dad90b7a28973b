// The big screen by keys: those of a keyboard and those that presenter remotes
// send (Page Up, Page Down, point, F5, Escape). Without scripts the links do the
// same. F5 stays the browser's: what is shown is in the address.

const page = document.body;
const bar = document.querySelector(".bar");
const keys = document.getElementById("keys");
const is = (name) => page.classList.contains(name);

let leaving = false; // a press more while the next view is on its way is none

page.classList.add("js");

function go(href) {
  if (leaving) return;
  leaving = true;
  location.href = href;
}

/** While seeds are sown it first brings that to its end, seed by seed where they are stepped. */
function next() {
  if (is("sowing")) document.getElementById(is("stepping") ? "next" : "skip").click();
  else go(bar.querySelector("[rel=next]").href);
}

function away() {
  if (keys.open) keys.open = false;
  else if (is("sowing")) document.getElementById("skip").click();
  else go(document.getElementById("plan").href);
}

const black = (on) => page.classList.toggle("black", on);

const does = {
  ArrowRight: next, PageDown: next, " ": next, Enter: next,
  ArrowLeft: () => go(bar.querySelector("[rel=prev]").href),
  Home: () => go(bar.dataset.first),
  End: () => go(bar.dataset.last),
  Escape: away,
  "?": () => { keys.open = !keys.open; },
};
does.PageUp = does.Backspace = does.ArrowLeft;

// Before the page's other scripts, so that Escape finds a sowing still going on.
document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const key = event.key;
  const onControl = event.target.closest("a, button, summary");
  if (is("black")) { // any key of ours brings the picture back, and does no more
    if (does[key] || [".", "b", "B"].includes(key)) {
      black(false);
      event.preventDefault();
      event.stopPropagation();
    }
    return;
  }
  if ((key === " " || key === "Enter") && onControl) return;
  if (event.repeat && does[key]) {
    event.preventDefault();
    return;
  }
  if (key === "." || key === "b" || key === "B") black(true);
  else if (does[key]) does[key]();
  else if (/^[1-6]$/.test(key)) document.querySelector(`button.cup[value="${key}"]`)?.click();
  else return;
  event.preventDefault();
}, true);

document.addEventListener("click", () => black(false));
addEventListener("pageshow", () => { leaving = false; });
