// Sowing as it is seen: a hand takes the seeds up and drops them one by one,
// counted, then captures and the rest at the end. It only shows what the
// server has decided; when it is over or skipped, the server's board follows.

import { lay } from "./seeds.js";
import { say } from "./voice.js";

const PAUSE = { slow: 750, normal: 350 }; // milliseconds a seed

/** One showing at a time; skip() ends it, next() drops a seed in step mode. */
export class Sowing {
  constructor(board, speed, speak) {
    this.board = board;
    this.speed = speed;
    this.speak = speak;
    this.skipped = false;
    this.release = () => {};
  }

  skip() {
    this.skipped = true;
    this.release();
  }

  next() {
    if (this.speed === "step") this.release();
  }

  cup(place) {
    return this.board.querySelector(`[data-place="${place}"]`);
  }

  /** Waits for ms, or in step mode for next(); never after skip(). */
  async wait(ms, step = true) {
    if (this.skipped) return;
    await new Promise((done) => {
      const timer = this.speed === "step" && step ? 0 : setTimeout(done, ms);
      this.release = () => {
        clearTimeout(timer);
        done();
      };
    });
    this.release = () => {};
  }

  /** Shows one step: data is that of an entry in the list of steps. */
  async show(data) {
    this.clear();
    if (!data.house) return; // a swap of seats: only words
    const start = this.cup(data.house);
    const path = data.path.split(" ");
    start.classList.add("start");
    const hand = this.takeUp(start, path.length);
    lay(start, 0);
    await this.wait(PAUSE.slow, false);
    const counted = new Map();
    for (let i = 0; i < path.length && !this.skipped; i++) {
      const cup = this.cup(path[i]);
      await this.carry(hand, cup, path.length - i - 1);
      if (this.skipped) break;
      lay(cup, Number(cup.dataset.n) + 1);
      const marks = (counted.get(cup) ?? []).concat(i + 1);
      counted.set(cup, marks);
      mark(cup, marks);
      if (this.speak) await Promise.race([say(String(i + 1), document.documentElement.lang), this.wait(2500, false)]);
      else await this.wait(PAUSE[this.speed] ?? PAUSE.normal);
    }
    hand.remove();
    if (this.skipped) return;
    this.cup(path[path.length - 1]).classList.add("last");
    await this.take(data.captured ? data.captured.split(" ") : [], data.store);
    for (const part of data.swept ? data.swept.split(" ") : []) {
      const [row, store] = part.split(":");
      const houses = [...this.board.querySelectorAll(`.house[data-place^="${row}"]`)].filter((c) => c.dataset.n !== "0");
      await this.take(houses.map((c) => c.dataset.place), store);
    }
    await this.wait(900, false);
  }

  /** Moves all seeds of some places into a store. */
  async take(places, store) {
    if (!places.length || this.skipped) return;
    for (const p of places) this.cup(p).classList.add("taken");
    await this.wait(700, false);
    if (this.skipped) return;
    const to = this.cup(store);
    for (const p of places) {
      const from = this.cup(p);
      const n = Number(from.dataset.n);
      lay(from, 0);
      lay(to, Number(to.dataset.n) + n);
    }
    await this.wait(500, false);
  }

  clear() {
    this.board.querySelectorAll(".count, .sower").forEach((e) => e.remove());
    this.board.querySelectorAll(".cup").forEach((c) => c.classList.remove("start", "last", "taken"));
  }

  takeUp(cup, n) {
    const hand = document.createElement("div");
    hand.className = "sower";
    hand.setAttribute("aria-hidden", "true");
    hand.append(document.getElementById("hand").content.cloneNode(true));
    const left = document.createElement("span");
    left.textContent = n;
    hand.append(left);
    this.board.append(hand);
    this.at = this.spot(cup);
    hand.style.transform = this.at;
    return hand;
  }

  spot(cup) {
    const b = this.board.getBoundingClientRect(), c = cup.getBoundingClientRect();
    return `translate(${c.left - b.left + c.width / 2}px, ${c.top - b.top + c.height / 2}px)`;
  }

  async carry(hand, cup, left) {
    const to = this.spot(cup);
    const duration = Math.min(260, (PAUSE[this.speed] ?? PAUSE.normal) * 0.6);
    hand.animate([{ transform: this.at }, { transform: to }], { duration, easing: "ease-in-out" });
    hand.style.transform = this.at = to;
    await this.wait(duration, false);
    hand.querySelector("span").textContent = left;
  }
}

function mark(cup, numbers) {
  let badge = cup.querySelector(".count");
  if (!badge) {
    badge = document.createElement("span");
    badge.className = "count";
    badge.setAttribute("aria-hidden", "true");
    cup.append(badge);
  }
  badge.dataset.count = numbers.join("·");
}
