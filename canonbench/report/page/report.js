"use strict";
(() => {
  const light = { "var(--ink)": "#1a1c1e", "var(--grid)": "#c9ced4" };

  const value = (row, column) => {
    const cell = row.cells[column];
    return "sort" in cell.dataset ? cell.dataset.sort : cell.textContent.trim();
  };

  const compare = (a, b) => {
    if (a === "" || b === "") return a === b ? 0 : a === "" ? 1 : -1;
    const x = Number(a), y = Number(b);
    return Number.isNaN(x) || Number.isNaN(y) ? a.localeCompare(b, "en", { numeric: true }) : x - y;
  };

  for (const table of document.querySelectorAll("table")) {
    const heads = [...table.tHead.rows[0].cells];
    heads.forEach((head, column) => {
      const button = document.createElement("button");
      button.type = "button";
      button.textContent = head.textContent || "row";
      head.replaceChildren(button);
      button.addEventListener("click", () => {
        const down = head.getAttribute("aria-sort") === "ascending";
        const rows = [...table.tBodies[0].rows];
        rows.sort((a, b) => {
          const x = value(a, column), y = value(b, column);
          return x === "" || y === "" ? compare(x, y) : down ? compare(y, x) : compare(x, y);
        });
        table.tBodies[0].append(...rows);
        heads.forEach((other) => other.removeAttribute("aria-sort"));
        head.setAttribute("aria-sort", down ? "descending" : "ascending");
      });
    });
  }

  const save = (blob, name) => {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(blob);
    link.download = name;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10000);
  };

  const drawing = (figure) => {
    const shown = [...figure.querySelectorAll("svg")].find((svg) => svg.getBoundingClientRect().width > 0);
    const copy = shown.cloneNode(true);
    const box = shown.viewBox.baseVal;
    copy.setAttribute("width", box.width);
    copy.setAttribute("height", box.height);
    let text = new XMLSerializer().serializeToString(copy);
    for (const [name, colour] of Object.entries(light)) text = text.replaceAll(name, colour);
    return { box, svg: new Blob([text], { type: "image/svg+xml" }), name: shown.dataset.name };
  };

  const paint = ({ box, svg, name }) => {
    const image = new Image();
    const address = URL.createObjectURL(svg);
    image.onload = () => {
      const canvas = document.createElement("canvas");
      const scale = 4;
      canvas.width = Math.round(box.width * scale);
      canvas.height = Math.round(box.height * scale);
      const pen = canvas.getContext("2d");
      pen.fillStyle = "#fff";
      pen.fillRect(0, 0, canvas.width, canvas.height);
      pen.drawImage(image, 0, 0, canvas.width, canvas.height);
      URL.revokeObjectURL(address);
      canvas.toBlob((png) => save(png, `${name}.png`), "image/png");
    };
    image.src = address;
  };

  for (const button of document.querySelectorAll("button[data-save]")) {
    button.addEventListener("click", () => {
      const made = drawing(button.closest("figure"));
      if (button.dataset.save === "svg") save(made.svg, `${made.name}.svg`);
      else paint(made);
    });
  }
})();
