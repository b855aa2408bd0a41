// Unpack the run that the page was given, and show it.

import { api, type Treetop } from "./api";
import { h } from "./dom";
import { Page } from "./page";
import { decode } from "./payload";

declare global {
  interface Window {
    treetop?: Treetop;
  }
}

async function main(): Promise<void> {
  const holder = document.getElementById("page")!;
  const data = document.getElementById("treetop-data")!;
  try {
    const text = data.textContent ?? "";
    if (text.trim().length < 20) throw new Error("it holds no run: treetop view RUN makes one that does");
    const scene = await decode(text);
    data.textContent = ""; // the packed text is of no more use
    if (!scene.times.length) throw new Error("the run has no samples");
    window.treetop = api(new Page(scene, holder));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    holder.replaceChildren(h("p", { role: "alert" }, `This page cannot be shown: ${reason}`));
    console.error(error);
  }
}

void main();
