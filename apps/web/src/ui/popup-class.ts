/** The classes that menus, tooltips and other popups share. */
export const popupClass =
  'border border-line-floating bg-paper-raised text-ink shadow-high origin-(--transform-origin) ' +
  'transition-[opacity,scale] duration-140 data-starting-style:scale-98 data-starting-style:opacity-0 ' +
  'data-ending-style:opacity-0';
