// Where seeds lie in a house and in a store: the same patterns as
// templates/pattern.go draws. A browser test holds the two to each other.

const DICE = [
  [], [[0, 0]], [[-1, -1], [1, 1]], [[-1, -1], [0, 0], [1, 1]],
  [[-1, -1], [1, -1], [-1, 1], [1, 1]],
  [[-1, -1], [1, -1], [0, 0], [-1, 1], [1, 1]],
  [[-1, -1], [1, -1], [-1, 0], [1, 0], [-1, 1], [1, 1]],
];

function frames(n, width, step, gap, radius) {
  const rows = Math.ceil(n / width);
  const y = (row) => row * step + Math.floor(row / 2) * gap;
  const x = (col) => col * step + Math.floor(col / 5) * gap;
  const left = 60 - x(width - 1) / 2, top = 60 - y(rows - 1) / 2;
  const dots = [];
  for (let i = 0; i < n; i++) dots.push([left + x(i % width), top + y(Math.floor(i / width))]);
  return { dots, radius };
}

function inHouse(n) {
  if (n <= 6) return { dots: DICE[n].map(([x, y]) => [60 + 20 * x, 60 + 20 * y]), radius: 10 };
  if (n <= 10) return frames(n, 5, 18, 0, 7.5);
  if (n <= 20) return frames(n, 5, 15.5, 5, 6.5);
  if (n <= 30) return frames(n, 5, 12.5, 4, 5.2);
  return frames(n, 10, 8.5, 2.5, 3.6);
}

function inStore(n) {
  const [across, step, gap, radius] = n > 40 ? [3, 12.5, 6, 5.2] : [Math.min(Math.max(1, Math.ceil(n / 10)), 2), 17, 10, 7.5];
  const x = (col) => col * step + Math.floor(col / 2) * gap;
  const left = 60 - x(2 * across - 1) / 2;
  const dots = [];
  for (let i = 0; i < n; i++) {
    const block = Math.floor(i / 10), within = i % 10;
    const col = (block % across) * 2 + (within % 2);
    const row = Math.floor(block / across) * 5 + Math.floor(within / 2);
    dots.push([left + x(col), 48 + row * step + Math.floor(row / 5) * gap]);
  }
  return { dots, radius };
}

const tenth = (v) => String(Math.floor(v * 10 + 0.5) / 10);

/** The path data and line widths that draw n seeds in a house or a store. */
export function drawing(n, store) {
  const { dots, radius } = store ? inStore(n) : inHouse(n);
  return {
    path: dots.map(([x, y]) => `M${tenth(x)} ${tenth(y)}h0`).join(""),
    width: tenth(2 * radius),
    outline: tenth(2 * radius + 3),
  };
}

/** Lays n seeds into a cup of the page and counts them beside it. */
export function lay(cup, n) {
  const d = drawing(n, cup.classList.contains("store"));
  const rim = cup.querySelector(".rim"), seed = cup.querySelector(".seed");
  rim.setAttribute("d", d.path);
  rim.setAttribute("stroke-width", d.outline);
  seed.setAttribute("d", d.path);
  seed.setAttribute("stroke-width", d.width);
  cup.querySelector(".num").textContent = n;
  cup.dataset.n = n;
  cup.classList.toggle("empty", n === 0);
}
