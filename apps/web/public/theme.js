// Applies a chosen theme before the first paint, so that the other theme never flashes.
// A separate file, because the content security policy allows no inline script.
try {
  const chosen = localStorage.getItem('undertone:theme');
  if (chosen === 'light' || chosen === 'dark') document.documentElement.dataset.theme = chosen;
} catch {
  // Local storage is blocked: the system's theme applies.
}
