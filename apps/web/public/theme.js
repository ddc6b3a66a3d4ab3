// Loaded before the first paint, so that a theme chosen by hand never flashes as the other one.
// A file of its own: the content security policy allows no inline script.
try {
  const chosen = localStorage.getItem('undertone:theme');
  if (chosen === 'light' || chosen === 'dark') document.documentElement.dataset.theme = chosen;
} catch {
  // Storage is blocked: the system's theme is used.
}
