// After an answer: the seeds of the move are shown one by one, then the board
// with the trails. Without scripts the trails alone are there.

import { Sowing } from "./sow.js";

const still = matchMedia("(prefers-reduced-motion: reduce)");
const step = document.querySelector("#steps li");
const after = document.getElementById("after");
const skip = document.getElementById("skip");
const finished = after.innerHTML;

document.body.classList.add("js");

let sowing = null;

async function show() {
  if (sowing) return;
  after.replaceChildren(document.getElementById("asked").content.cloneNode(true));
  document.body.classList.add("sowing");
  const speed = step.dataset.speed === "none" ? "normal" : step.dataset.speed;
  sowing = new Sowing(after.querySelector(".board"), speed === "step" ? "slow" : speed, step.dataset.voice === "true");
  try {
    await sowing.show({ ...step.dataset });
  } finally {
    sowing = null;
    document.body.classList.remove("sowing");
    after.innerHTML = finished;
  }
}

if (step) {
  document.getElementById("again").addEventListener("click", show);
  skip.addEventListener("click", () => sowing?.skip());
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape") sowing?.skip();
  });
  if (!still.matches && step.dataset.speed !== "none") show();
}
