/** The logo, a U of upright bars, in a box of 24 units: SVG path data, a line for each bar, from its top. */
export const LOGO_PATH = 'M3.5 3v11.5M7.75 12v6.5M12 15.5v5.5M16.25 12v6.5M20.5 3v11.5';

/** The width of the lines, whose ends are round. */
export const LOGO_STROKE = 2.75;
