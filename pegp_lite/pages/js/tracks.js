// A slider's track, dark up to its thumb. The thumb's place is told by the style of what carries it and by nothing else.
const WATCHED = { subtree: true, childList: true, attributeFilter: ["style"] };

function filled(controls) {
  for (const carrier of controls.querySelectorAll(".noUi-origin")) {
    const [, away] = carrier.style.transform.match(/translate\((-?[\d.]+)%/) ?? [];
    const place = `${100 + Number(away ?? -1000) / 10}%`;
    const track = carrier.closest(".noUi-target");
    if (track.style.getPropertyValue("--reached") !== place) track.style.setProperty("--reached", place);
  }
}

// Keeps the tracks of a frame filled; its controls may come after its figure.
export function fillTracks(frame) {
  const controls = frame.querySelector(".pegp-controls");
  if (controls) {
    filled(controls);
    new MutationObserver(() => filled(controls)).observe(controls, WATCHED);
    return;
  }
  const coming = new MutationObserver(() => {
    if (!frame.querySelector(".pegp-controls")) return;
    coming.disconnect();
    fillTracks(frame);
  });
  coming.observe(frame, { subtree: true, childList: true });
}
