// 10,000 rows of which 14 exist in the DOM, hand-written: the lower bound of the cost of a scroll.
const COUNT = 10_000;
const ROW_PX = 88;
const root = document.getElementById('root')!;
root.innerHTML = `<div id="s"><div id="space" style="height:${COUNT * ROW_PX}px;position:relative"></div></div>`;
const scroller = root.firstElementChild as HTMLElement;
const existing = Math.ceil(innerHeight / ROW_PX) + 4;
const pool = Array.from({ length: existing }, () => {
  const element = document.createElement('div');
  element.style.cssText = 'position:absolute;top:0;left:0;right:0';
  element.innerHTML = '<div class="row"><i></i><div><b> </b><p> </p></div></div>';
  scroller.firstElementChild!.append(element);
  return {
    element,
    title: element.querySelector('b')!.firstChild as Text,
    by: element.querySelector('p')!.firstChild as Text,
    index: -1,
  };
});
const draw = () => {
  const from = Math.max(0, Math.floor(scroller.scrollTop / ROW_PX) - 2);
  for (let index = from; index < Math.min(COUNT, from + existing); index++) {
    const row = pool[index % existing]!;
    if (row.index === index) continue;
    row.index = index;
    row.title.data = `Session ${index} on footwork and timing`;
    row.by.data = `Coach ${index % 97} · ${index % 60} min`;
    row.element.style.transform = `translateY(${index * ROW_PX}px)`;
  }
};
scroller.addEventListener('scroll', draw, { passive: true });
draw();
export {};
