// A sowing that is told: the seeds of the move are shown one by one, then the
// board with the trails. Without scripts the trails alone are there.

import { Sowing } from "./sow.js";

const still = matchMedia("(prefers-reduced-motion: reduce)");
const step = document.querySelector("#steps li");
const after = document.getElementById("after");
const finished = after.innerHTML;

document.body.classList.add("js");

let sowing = null;

async function show(speed) {
  if (sowing) return;
  after.replaceChildren(document.getElementById("asked").content.cloneNode(true));
  document.body.classList.add("sowing");
  document.body.classList.toggle("stepping", speed === "step");
  sowing = new Sowing(after.querySelector(".board"), speed, step.dataset.voice === "true");
  if (speed === "step") document.getElementById("next").focus();
  try {
    await sowing.show({ ...step.dataset });
  } finally {
    sowing = null;
    document.body.classList.remove("sowing", "stepping");
    after.innerHTML = finished;
    if (speed === "step") document.getElementById("bystep").focus();
  }
}

/** The reader's own speed; who wants none on game pages still may ask for it here. */
function usual() {
  return step.dataset.speed === "none" ? "normal" : step.dataset.speed;
}

if (step) {
  document.getElementById("again").addEventListener("click", () => show(usual() === "step" ? "slow" : usual()));
  document.getElementById("bystep").addEventListener("click", () => show("step"));
  document.getElementById("next").addEventListener("click", () => sowing?.next());
  document.getElementById("skip").addEventListener("click", () => sowing?.skip());
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape") sowing?.skip();
  });
  if (!still.matches && step.dataset.speed !== "none") show(usual() === "step" ? "slow" : usual());
}
