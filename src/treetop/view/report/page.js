// The playback is put into its frame when it comes near the window; buttons for the model.
(() => {
  const held = document.getElementById("playback");
  const frame = document.querySelector(".playback iframe");
  if (held && frame) {
    const watch = new IntersectionObserver((seen) => {
      if (!seen.some((each) => each.isIntersecting)) return;
      watch.disconnect();
      frame.srcdoc = JSON.parse(held.textContent);
    }, { rootMargin: "200px" });
    watch.observe(frame);
    document.querySelector("[data-fullscreen]").onclick = () => frame.requestFullscreen();
  }
  for (const button of document.querySelectorAll("[data-copy]")) {
    button.onclick = async () => {
      const source = document.getElementById(button.dataset.copy);
      try {
        await navigator.clipboard.writeText(source.textContent);
      } catch {
        getSelection().selectAllChildren(source);
        document.execCommand("copy");
      }
      const said = button.textContent;
      button.textContent = "Copied";
      setTimeout(() => (button.textContent = said), 1500);
    };
  }
  for (const button of document.querySelectorAll("[data-save]")) {
    button.onclick = () => {
      const source = document.getElementById(button.dataset.save);
      const link = document.createElement("a");
      link.href = URL.createObjectURL(new Blob([source.textContent], { type: "text/yaml" }));
      link.download = button.dataset.name;
      link.click();
      setTimeout(() => URL.revokeObjectURL(link.href), 1000);
    };
  }
})();
