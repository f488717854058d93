
/*<![CDATA[*/
/* SPDX-License-Identifier: GPL-2.0-only */
/* html_page.js - hover and zoom. The pictures are there without it; it only adds. */
"use strict";
(function () {
const svgns = "http://www.w3.org/2000/svg";
const all = (at, what) => Array.from(at.querySelectorAll(what));
const make = (tag, at) => at.appendChild(document.createElementNS(svgns, tag));
const set = (el, of) => { for (const k in of) el.setAttribute(k, of[k]); };

/* Numbers and times as the report writes them: cut, not rounded. */
const grouped = n => String(n).replace(/\B(?=(\d{3})+$)/g, ",");
function duration(ns) {
	const units = [[1e9, "s"], [1e6, "ms"], [1e3, "us"]];
	for (const [of, unit] of units) {
		if (ns < of)
			continue;
		const digits = ns < 10 * of ? 2 : ns < 100 * of ? 1 : 0;
		const cut = Math.floor(ns / of * 10 ** digits) / 10 ** digits;
		return cut.toFixed(digits) + unit;
	}
	return ns + "ns";
}
/* A tick's own value, to its last digit. */
function tick(ns) {
	if (!ns)
		return "0";
	if (ns >= 120e9 && ns % 1e9 === 0) {
		let s = ns / 1e9, text = "";
		for (const [of, unit] of [[86400, "d"], [3600, "h"], [60, "m"], [1, "s"]]) {
			if (s >= of)
				text += Math.floor(s / of) + unit;
			s %= of;
		}
		return text;
	}
	const [of, unit] = ns < 1e3 ? [1, "ns"] : ns < 1e6 ? [1e3, "us"] :
		ns < 1e9 ? [1e6, "ms"] : [1e9, "s"];
	return String(Math.round(ns) / of) + unit;
}
/* A time to the digit that tells it from the next, a step later. */
function moment(ns, step) {
	const of = ns < 1e3 ? 1 : ns < 1e6 ? 1e3 : ns < 1e9 ? 1e6 : 1e9;
	const digits = Math.max(0, Math.ceil(Math.log10(of / step)) + 1);
	return (ns / of).toFixed(of === 1 ? 0 : digits) +
		{ 1: "ns", 1e3: "us", 1e6: "ms", 1e9: "s" }[of];
}
function tickStep(least) {
	const round = n => {
		const power = 10 ** Math.floor(Math.log10(Math.max(n, 1)));
		return [1, 2, 5, 10].find(k => k * power >= n) * power;
	};
	if (least <= 30e9)
		return least > 20e9 ? 30e9 : round(least);
	const minutes = [1, 2, 5, 10, 15, 30, 60, 120, 180, 360, 720].find(m => m * 60e9 >= least);
	return minutes ? minutes * 60e9 : 86400e9 * round(least / 86400e9);
}

/* One box for what is under the pointer. */
const tip = document.body.appendChild(document.createElement("div"));
tip.className = "tip";
tip.setAttribute("role", "status");
tip.hidden = true;
function showTip(event, text) {
	tip.textContent = text;
	tip.hidden = false;
	const room = document.documentElement.clientWidth;
	const left = event.pageX + 16 + tip.offsetWidth > room ?
		event.pageX - 16 - tip.offsetWidth : event.pageX + 16;
	tip.style.left = Math.max(4, left) + "px";
	tip.style.top = event.pageY + 14 + "px";
}
const hideTip = () => { tip.hidden = true; };

/* Where the pointer is, in the picture's own coordinates. */
function point(svg, event) {
	return new DOMPoint(event.clientX, event.clientY)
		.matrixTransform(svg.getScreenCTM().inverse());
}
const rows = figure => figure.dataset.b.split(";").map(b => b.split(",").map(Number));

/* Occupancy over time. All such pictures show the same part of the time. */
const charts = [];
const keys = ["min", "max", "lap", "started", "completed", "bytes", "dropped", "packed", "open",
	"busy", "bql", "handed", "unclear", "doubt", "lost", "flags"];

function readTime(figure) {
	const d = figure.dataset, svg = figure.querySelector("svg");
	const views = all(svg, "svg.view"), box = views[0];
	if (!box)
		return null;
	const chart = {
		figure, svg, views, start: +d.start, bin: +d.bin, first: +d.first, end: +d.end,
		packed: d.packed === "1", levels: d.levels === "1",
		left: +box.getAttribute("x"), width: +box.getAttribute("width"),
		axis: svg.querySelector(".axis.x"),
		bins: rows(figure).map(b => Object.fromEntries(keys.map((k, i) => [k, b[i] || 0]))),
	};
	chart.ticks = Math.max(2, all(chart.axis, ".tick").length);
	return chart;
}

function observed(c, i) {
	const from = Math.max(c.start + i * c.bin, c.first);
	return Math.max(0, Math.min(c.start + (i + 1) * c.bin, c.end) - from);
}

function between(low, high) {
	const text = n => n.toFixed(n < 100 ? 2 : 1);
	return text(low) === text(high) ? text(low) : text(low) + ".." + text(high);
}

function levelText(c, b, ns) {
	const low = b.lap / ns, high = (b.lap + b.open + b.doubt) / ns;
	return ["inside\t" + (b.flags & 2 ? ">=" : "") +
		(b.min === b.max ? b.max : b.min + " to " + b.max),
		"average\t" + between(low, high), "bytes\tup to " + grouped(b.bytes)];
}

function binText(c, i) {
	const b = c.bins[i], from = c.start + i * c.bin, ns = observed(c, i);
	const lines = [moment(from, c.bin) + " after the first event, for " + duration(c.bin)];
	if (b.flags & 1)
		lines.push("nothing sent yet");
	else if (c.levels && ns)
		lines.push(...levelText(c, b, ns));
	for (const k of ["started", "completed", "dropped", "busy", "handed", "unclear"])
		if (b[k])
			lines.push(k + "\t" + grouped(b[k]));
	if (c.packed && b.packed)
		lines.push("packed\t" + duration(b.packed));
	if (b.bql)
		lines.push("BQL\t" + duration(b.bql));
	if (b.flags & 12)
		lines.push("lost\t" + (b.flags & 8 ? "at least " : "") + grouped(b.lost) +
			" events");
	if (b.flags & 2)
		lines.push("older packets may be inside");
	if (b.flags & 16)
		lines.push("since a loss: may be off either way");
	return lines.join("\n");
}

const shown = { from: 0, to: 0 };	/* ns */
const whole = { from: 0, to: 0 };

function drawAxis(c) {
	const step = tickStep((shown.to - shown.from) / (c.figure.classList.contains("compact") ? 4 : 9));
	const y = c.axis.querySelector(".stroke").getAttribute("y1");
	all(c.axis, ".stroke, .tick").forEach(el => el.remove());
	for (let at = Math.ceil(shown.from / step) * step; at <= shown.to; at += step) {
		const x = c.left + (at - shown.from) / (shown.to - shown.from) * c.width;
		set(make("line", c.axis), { class: "stroke", x1: x, x2: x, y1: y, y2: +y + 4 });
		const text = make("text", c.axis);
		set(text, { class: "tick", x, y: +y + 17, "text-anchor": "middle" });
		text.textContent = tick(at);
	}
}

function show(from, to) {
	const least = Math.min(...charts.map(c => c.bin)) * 4;
	if (to - from < least) {
		const middle = (from + to) / 2;
		from = middle - least / 2;
		to = middle + least / 2;
	}
	if (to - from >= whole.to - whole.from) {
		from = whole.from;
		to = whole.to;
	} else if (from < whole.from) {
		to += whole.from - from;
		from = whole.from;
	} else if (to > whole.to) {
		from -= to - whole.to;
		to = whole.to;
	}
	shown.from = from;
	shown.to = to;
	for (const c of charts) {
		for (const v of c.views) {
			const height = v.getAttribute("viewBox").split(" ")[3];
			v.setAttribute("viewBox", [(from - c.start) / c.bin, 0,
				(to - from) / c.bin, height].join(" "));
		}
		drawAxis(c);
		if (c.reset)
			c.reset.disabled = from === whole.from && to === whole.to;
	}
}
function zoom(by, at) {
	const span = (shown.to - shown.from) * by;
	const part = (at - shown.from) / (shown.to - shown.from);
	show(at - span * part, at - span * part + span);
}

function timeAt(c, event) {
	const x = Math.min(Math.max(point(c.svg, event).x, c.left), c.left + c.width);
	return shown.from + (x - c.left) / c.width * (shown.to - shown.from);
}
const xOf = (c, ns) => c.left + (ns - shown.from) / (shown.to - shown.from) * c.width;

function moveCross(ns) {
	for (const c of charts)
		set(c.cross, { x1: xOf(c, ns), x2: xOf(c, ns), visibility: "visible" });
}
const hideCross = () => charts.forEach(c => c.cross.setAttribute("visibility", "hidden"));

function hover(c, event) {
	const ns = timeAt(c, event);
	const i = Math.min(Math.floor((ns - c.start) / c.bin), c.bins.length - 1);
	moveCross(ns);
	showTip(event, binText(c, i));
}

function pick(c, event) {
	if (event.button || event.pointerType === "touch")
		return;
	c.from = timeAt(c, event);
	c.svg.setPointerCapture(event.pointerId);
}
function pickMove(c, event) {
	hover(c, event);
	if (c.from === undefined)
		return;
	const a = xOf(c, c.from), b = xOf(c, timeAt(c, event));
	set(c.pick, { x: Math.min(a, b), width: Math.abs(a - b), visibility: "visible" });
}
function pickEnd(c, event) {
	if (c.from === undefined)
		return;
	const from = c.from, to = timeAt(c, event), wide = +c.pick.getAttribute("width");
	c.from = undefined;
	set(c.pick, { width: 0, visibility: "hidden" });
	if (wide > 4)
		show(Math.min(from, to), Math.max(from, to));
}

function onKey(c, event) {
	const middle = (shown.from + shown.to) / 2, step = (shown.to - shown.from) / 4;
	const does = {
		"+": () => zoom(0.5, middle), "=": () => zoom(0.5, middle),
		"-": () => zoom(2, middle), Escape: () => show(whole.from, whole.to),
		ArrowLeft: () => show(shown.from - step, shown.to - step),
		ArrowRight: () => show(shown.from + step, shown.to + step),
	}[event.key];
	if (!does || event.ctrlKey || event.altKey || event.metaKey)
		return;
	event.preventDefault();
	does();
}

function addButtons(c) {
	const box = document.createElement("span");
	box.className = "zoom";
	const button = (text, title, does) => {
		const b = box.appendChild(document.createElement("button"));
		b.type = "button";
		b.textContent = text;
		b.title = title;
		b.addEventListener("click", does);
		return b;
	};
	const middle = () => (shown.from + shown.to) / 2;
	button("+", "show a shorter time (or drag in the picture)", () => zoom(0.5, middle()));
	button("\u2212", "show a longer time", () => zoom(2, middle()));
	c.reset = button("all", "show the whole time (Esc)", () => show(whole.from, whole.to));
	c.reset.disabled = true;
	c.figure.querySelector("figcaption").prepend(box);
}

function setUpTime(c) {
	const last = c.views[c.views.length - 1], top = c.views[0].getAttribute("y");
	const bottom = +last.getAttribute("y") + +last.getAttribute("height");
	c.pick = make("rect", c.svg);
	set(c.pick, { class: "pick", y: top, height: bottom - top, width: 0, visibility: "hidden" });
	c.cross = make("line", c.svg);
	set(c.cross, { class: "cross", y1: top, y2: bottom, visibility: "hidden" });
	c.figure.tabIndex = 0;
	c.svg.addEventListener("pointerdown", e => pick(c, e));
	c.svg.addEventListener("pointermove", e => pickMove(c, e));
	c.svg.addEventListener("pointerup", e => pickEnd(c, e));
	c.svg.addEventListener("pointerleave", () => { hideTip(); hideCross(); });
	c.svg.addEventListener("dblclick", () => show(whole.from, whole.to));
	c.figure.addEventListener("keydown", e => onKey(c, e));
	if (!c.figure.classList.contains("compact"))
		addButtons(c);
}

for (const figure of all(document, "figure.time")) {
	const c = readTime(figure);
	if (c)
		charts.push(c);
}
if (charts.length) {
	whole.from = shown.from = charts[0].start;
	whole.to = shown.to = charts[0].end;
	charts.forEach(setUpTime);
}

/* Bars: what is in one, and how many are up to it. */
function barText(bars, i, time) {
	const total = bars.reduce((n, b) => n + b[2], 0);
	const below = bars.slice(0, i + 1).reduce((n, b) => n + b[2], 0);
	const [first, last, count] = bars[i];
	const value = time ? duration : grouped;
	const what = first === last ? value(first) : value(first) + " to " + value(last);
	return what + (time ? "" : " packets") + "\n" + grouped(count) + " of " + grouped(total) +
		"\n" + (100 * below / total).toFixed(2) + " % up to here";
}
for (const figure of all(document, "figure.laps, figure.batches")) {
	const bars = rows(figure), time = figure.classList.contains("laps");
	all(figure, ".bar").forEach((bar, i) => {
		bar.addEventListener("pointermove", e => showTip(e, barText(bars, i, time)));
		bar.addEventListener("pointerleave", hideTip);
	});
}

/* From a place in a picture back to the value there; null outside. */
function valueAt(text, place) {
	const [low, high, from, to, log] = text.split(" ").map(Number);
	const part = (place - from) / (to - from);
	if (part < 0 || part > 1)
		return null;
	return log ? low * Math.pow(high / low, part) : low + part * (high - low);
}
const range = (low, high, value) => low === high ? value(low) : value(low) + " to " + value(high);

function cellText(c) {
	return grouped(c[4]) + (c[4] === 1 ? " packet" : " packets") + "\nfound " +
		range(c[0], c[1], grouped) + " inside\ntook " + range(c[2], c[3], duration);
}
for (const figure of all(document, "figure.lapgrid")) {
	const cells = rows(figure), svg = figure.querySelector("svg");
	svg.addEventListener("pointermove", e => {
		const at = point(svg, e);
		const x = valueAt(figure.dataset.x, at.x), y = valueAt(figure.dataset.y, at.y);
		const c = x === null || y === null ? undefined : cells.find(k =>
			x >= k[0] - 0.5 && x < k[1] + 0.5 && y >= k[2] && y < k[3] + 1);
		if (c)
			showTip(e, cellText(c));
		else
			hideTip();
	});
	svg.addEventListener("pointerleave", hideTip);
}

/* The curve's height at a place, of its own path: a way along or up, each in turn. */
function heightAt(path, x) {
	let y = null, left = 0;
	for (const [, what, a, b] of path.matchAll(/([MHVL])([-\d.]+)(?: ([-\d.]+))?/g)) {
		if (what === "H" && x >= left && x <= +a)
			return y;
		if (what === "H" || b !== undefined)
			left = +a;
		if (what !== "H")
			y = b === undefined ? +a : +b;
	}
	return y;
}
for (const figure of all(document, "figure.tail")) {
	const svg = figure.querySelector("svg");
	const path = svg.querySelector(".curve").getAttribute("d");
	svg.addEventListener("pointermove", e => {
		const at = point(svg, e), nines = valueAt(figure.dataset.x, at.x);
		if (nines === null)
			return hideTip();
		const left = Math.pow(10, -nines), digits = Math.max(0, Math.ceil(nines));
		const ns = valueAt(figure.dataset.y, heightAt(path, at.x));
		showTip(e, (100 - 100 * left).toFixed(digits) + " % took no longer than about " +
			duration(Math.round(ns)));
	});
	svg.addEventListener("pointerleave", hideTip);
}

/* Tables are sorted by what is clicked: figures largest first, names from a to z. */
function cellKey(row, i) {
	const cell = row.cells[i], v = cell.dataset.v;
	return v === undefined ? cell.textContent : +v;
}
function compare(a, b) {
	if (typeof a !== typeof b)
		return typeof a === "number" ? -1 : 1;
	return typeof a === "number" ? b - a : a.localeCompare(b, undefined, { numeric: true });
}
for (const table of all(document, "table.rows")) {
	all(table, "thead th").forEach((th, i) => {
		if (!th.textContent)
			return;
		th.style.cursor = "pointer";
		th.title = "sort";
		th.addEventListener("click", () => {
			const body = table.tBodies[0];
			const list = Array.from(body.rows).filter(r => !r.classList.contains("total"));
			list.sort((x, y) => compare(cellKey(x, i), cellKey(y, i)));
			body.prepend(...list);
		});
	});
}
})();
/*]]>*/
