// A game's page with scripts: moves without a reload, sowing seed by seed, the
// keyboard. Without scripts the same forms and links do the same, a page each.

import { Sowing } from "./sow.js";
import { canSpeak, whenVoices } from "./voice.js";

const still = matchMedia("(prefers-reduced-motion: reduce)");
const game = () => document.getElementById("game");
const openHouses = () => [...document.querySelectorAll("#board button.cup")];

let sowing = null; // the showing that is going on
let asked = false; // a request is on its way
let helped = false; // the last one was for a step of the help
let played = null; // the place of the house that was played last
let shownAt = 0; // when a question came
let musing = 0; // the timers after which a request is seen, and heard, to be thought about
let musingAloud = 0;

const MUSE = { seen: 300, heard: 1200, pause: 800 }; // milliseconds
const HASTE = 500; // milliseconds: a tap sooner than this after a question is the second of a double one

document.body.classList.add("js");

document.addEventListener("htmx:beforeRequest", (event) => {
  const watching = event.target.id === "watch";
  const question = event.target.dataset?.ask; // the place of the house that is asked about
  if (sowing || asked || question !== undefined && performance.now() - shownAt < HASTE) {
    event.preventDefault();
    return;
  }
  asked = true;
  helped = event.target.id === "teachform";
  document.getElementById("offline").textContent = "";
  if (question) played = question;
  else if (!watching) played = document.activeElement?.dataset?.place ?? played;
  if (event.target.matches("form.boardform, form:has(#swap)")) muse();
});

document.addEventListener("htmx:afterRequest", () => {
  asked = false;
  unmuse();
});

// While the server is asked about a move the bot thinks: it is seen after a
// moment, and said once when it takes longer.
function muse() {
  const thinking = document.getElementById("thinking");
  if (!thinking) return;
  musing = setTimeout(() => document.body.classList.add("thinking"), MUSE.seen);
  musingAloud = setTimeout(() => { thinking.textContent = thinking.dataset.text; }, MUSE.heard);
}

function unmuse() {
  clearTimeout(musing);
  clearTimeout(musingAloud);
  if (!sowing) document.body.classList.remove("thinking");
  document.getElementById("thinking")?.replaceChildren();
}

for (const failure of ["htmx:sendError", "htmx:timeout"]) {
  document.addEventListener(failure, () => {
    const offline = document.getElementById("offline");
    offline.textContent = offline.dataset.text;
  });
}

// An answer with steps is shown seed by seed on the board that is there; the
// board of the answer comes after.
document.addEventListener("htmx:beforeSwap", (event) => {
  if (event.detail.target.id !== "game" || !event.detail.shouldSwap) return;
  const answer = new DOMParser().parseFromString(event.detail.serverResponse, "text/html").getElementById("game");
  const steps = [...(answer?.querySelectorAll("#steps li") ?? [])].map((li) => ({ ...li.dataset }));
  const speed = game().dataset.speed;
  if (!steps.length || speed === "none" || still.matches) return;
  event.detail.shouldSwap = false;
  show(steps, speed).then(() => {
    Idiomorph.morph(game(), answer, { morphStyle: "outerHTML" });
    htmx.process(game());
    settled();
  });
});

// A morph does not make new forms htmx's own.
document.addEventListener("htmx:afterSwap", (event) => {
  if (event.detail.target.id === "game") htmx.process(game());
});

document.addEventListener("htmx:afterSettle", (event) => {
  if (event.detail.target.id === "game") settled();
});

async function show(steps, speed) {
  sowing = new Sowing(document.querySelector("#board .board"), speed, game().dataset.voice === "true");
  document.body.classList.add("sowing");
  document.body.classList.remove("thinking");
  document.body.classList.toggle("stepping", speed === "step");
  document.getElementById("notice").textContent = "";
  const caption = document.getElementById("say");
  caption.replaceChildren();
  try {
    for (const step of steps) {
      if (step.thinks !== undefined) {
        document.body.classList.add("thinking");
        await sowing.wait(MUSE.pause, false);
        document.body.classList.remove("thinking");
      }
      caption.querySelectorAll("span").forEach((s) => s.classList.add("vh"));
      const sentence = document.createElement("span");
      sentence.id = "say-" + step.version;
      sentence.textContent = step.say;
      caption.append(sentence, " ");
      if (!sowing.skipped) await sowing.show(step);
    }
  } finally {
    sowing = null;
    document.body.classList.remove("sowing", "stepping", "thinking");
  }
}

// After the board has changed: one tab stop among the houses, and the focus
// near the house that was played.
function settled() {
  const houses = openHouses();
  const lost = document.activeElement === document.body || document.activeElement?.closest("#game");
  const here = houses.includes(document.activeElement) ? document.activeElement : nearest(houses);
  rove(here);
  if (document.querySelector("form.asked")) shownAt = performance.now();
  if (document.activeElement === document.body && helped) {
    document.getElementById("hint")?.focus({ preventScroll: true });
  }
  const end = document.getElementById("question") ?? document.getElementById("result");
  if (played && lost && !document.activeElement?.closest("aside, #tools, #compare, #hint")) {
    (end ?? here ?? document.getElementById("heading")).focus({ preventScroll: !end });
  }
  offerVoice();
}

function nearest(houses) {
  const order = [...document.querySelectorAll("#board .cup")];
  const at = Math.max(0, order.findIndex((c) => c.dataset.place === played));
  return [...order.slice(at), ...order.slice(0, at)].find((c) => houses.includes(c)) ?? null;
}

function rove(to) {
  for (const h of openHouses()) h.tabIndex = h === to ? 0 : -1;
}

document.addEventListener("focusin", (event) => {
  if (openHouses().includes(event.target)) rove(event.target);
});

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === "Escape" && sowing) {
    sowing.skip();
    return;
  }
  if (event.target.closest("input, select, textarea")) return;
  if (sowing) {
    if ([" ", "Enter", "ArrowRight"].includes(event.key) && sowing.speed === "step" && event.target.id !== "skip") {
      sowing.next();
      event.preventDefault();
    }
    return;
  }
  if (event.key === "?") {
    const help = document.getElementById("help");
    if (!help) return;
    help.open = true;
    help.querySelector("summary").focus();
    event.preventDefault();
    return;
  }
  const form = document.querySelector("form#board, form#claim");
  if (!form) return;
  if (/^[1-9]$/.test(event.key) && form.dataset.ask !== undefined) {
    form.querySelector(`button[value="${event.key}"]`)?.click(); // a seed of a claim
    return;
  }
  if (/^[1-6]$/.test(event.key)) {
    const house = form.querySelector(`button.cup[value="${event.key}"]`);
    if (house) {
      house.focus();
      house.click();
    } else {
      // Not to be chosen now: the server says why.
      htmx.ajax("POST", form.getAttribute("hx-post"), { source: form, target: "#game", swap: "morph", values: { house: event.key } });
    }
    event.preventDefault();
    return;
  }
  const houses = openHouses(), at = houses.indexOf(event.target);
  const to = { ArrowRight: at + 1, ArrowDown: at + 1, ArrowLeft: at - 1, ArrowUp: at - 1, Home: 0, End: houses.length - 1 }[event.key];
  if (at >= 0 && to !== undefined) {
    houses[(to + houses.length) % houses.length].focus();
    event.preventDefault();
  }
});

document.addEventListener("click", (event) => {
  const id = event.target.closest("button")?.id;
  if (id === "skip") sowing?.skip();
  if (id === "next") sowing?.next();
  if (id === "voice") {
    const on = game().dataset.voice !== "true";
    game().dataset.voice = on;
    document.getElementById("voice").setAttribute("aria-pressed", on);
    keep({ voice: on ? "on" : "off" });
  }
});

// The second click of a double one on a house does not answer the question that
// the first one brought, however slow the answer was.
document.addEventListener("click", (event) => {
  if (event.detail > 1 && event.target.closest("form.asked")) event.preventDefault();
}, true);

document.addEventListener("change", (event) => {
  if (event.target.id !== "speed") return;
  game().dataset.speed = event.target.value;
  keep({ speed: event.target.value });
});

function keep(settings) {
  fetch("/settings", { method: "POST", body: new URLSearchParams(settings), redirect: "manual" }).catch(() => {});
}

function offerVoice() {
  const button = document.getElementById("voice");
  if (button) button.hidden = !canSpeak(document.documentElement.lang);
}

// A page that the browser kept from before may show an old board.
addEventListener("pageshow", (event) => { if (event.persisted) location.reload(); });

whenVoices(offerVoice);
offerVoice();
rove(openHouses()[0] ?? null);
