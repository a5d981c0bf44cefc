// Paints the background of the chosen theme before the application is loaded, so that a dark theme does not flash white.
(function () {
  var surfaces = {
    dark: '#131418',
    matts: '#14181A',
    justins: '#0F1722',
    'blue-and-teal': '#FAFCFE',
    bluecoral: '#FCFBFA',
    candy: '#FFFAFD',
    fire: '#FFFBF8',
    'indigo-pink': '#FCFCFF',
    'pink-bluegrey': '#F9FAFB',
    pistachio: '#FBFDF7',
  };
  var dark = ['dark', 'matts', 'justins'];
  var name = null;
  try {
    name = localStorage.getItem('theme');
  } catch (error) {
    // Storage may be forbidden; the fallback is white.
  }
  var style = document.documentElement.style;
  style.backgroundColor = Object.prototype.hasOwnProperty.call(surfaces, name) ? surfaces[name] : '#FFFFFF';
  style.colorScheme = dark.indexOf(name) >= 0 ? 'dark' : 'light';
})();
