// The button that prints the sheet; without scripts the browser's menu does.
document.body.classList.add("js");
document.getElementById("print")?.addEventListener("click", () => window.print());
