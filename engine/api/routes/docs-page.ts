import { renderDocsPage } from './reference-page.ts';

/** The page `/api/docs/endpoints`: public and without private content; it shows the OpenAPI document that the session of the user may load. */
export const ENDPOINTS_PAGE = renderDocsPage(
  'Muster API',
  `<p><a href="/api/docs">Muster documentation</a></p>
<h1>Endpoints</h1>
<p id="notice" role="status">Loading the document …</p>
<div id="endpoints"></div>
<link rel="stylesheet" href="/api/docs/static/swagger-ui.css">
<script src="/api/docs/static/swagger-ui-bundle.js"></script>
<script src="/api/docs/docs.js"></script>`,
);

/** Loads the document with the token of the signed-in user; without one, it shows what to do. */
export const DOCS_SCRIPT = `'use strict';
const dark = matchMedia('(prefers-color-scheme: dark)');
const followScheme = () => document.documentElement.classList.toggle('dark-mode', dark.matches);
dark.addEventListener('change', followScheme);
followScheme();
(async () => {
  const notice = document.getElementById('notice');
  const readToken = () => { try { return localStorage.getItem('jwt_token'); } catch { return null; } };
  const renew = async () => {
    const response = await fetch('/api/auth/refresh', { method: 'POST' });
    return response.ok ? (await response.json()).token : null;
  };
  const load = (token) => fetch('/api/openapi.json', { headers: { authorization: 'Bearer ' + token } });
  let token = readToken() ?? await renew();
  let response = token ? await load(token) : null;
  if (response && response.status === 401) {
    token = await renew();
    response = token ? await load(token) : null;
  }
  if (!response || !response.ok) {
    notice.innerHTML = 'Sign in first: the document shows the modules that you may reach. <a href="/login">Sign in</a>';
    return;
  }
  notice.remove();
  const ui = SwaggerUIBundle({
    spec: await response.json(),
    dom_id: '#endpoints',
    deepLinking: true,
    docExpansion: 'none',
    filter: true,
    persistAuthorization: false,
    validatorUrl: null,
    onComplete: () => ui.preauthorizeApiKey('session', token),
  });
})();
`;

export const DOCS_STYLE = `:root { color-scheme: light dark; --ground: #fff; --ink: #1d2433; --quiet: #55607a; --line: #d9deea; --tint: #f4f6fb; --link: #1f4fd1; }
@media (prefers-color-scheme: dark) { :root { --ground: #14171f; --ink: #e6e9f0; --quiet: #a3adc2; --line: #333a4a; --tint: #1d222e; --link: #8fb0ff; } }
* { box-sizing: border-box; }
body { margin: 0; font: 16px/1.55 Inter, system-ui, sans-serif; background: var(--ground); color: var(--ink); }
a { color: var(--link); }
a:focus-visible, .scroll:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; }
figure .scroll:focus-visible { outline-offset: -2px; }
.page { max-width: 76rem; margin: 0 auto; padding: 1.5rem 1.25rem 4rem; }
.page > p { margin: 0 0 .75rem; max-width: 46rem; }
h1 { margin: 0 0 .75rem; font-size: 1.75rem; line-height: 1.2; }
h2 { margin: 2.5rem 0 .5rem; font-size: 1.2rem; scroll-margin-top: 1rem; overflow-wrap: anywhere; }
section > p { margin: 0 0 .75rem; max-width: 46rem; }
code { font: .875em/1.5 "JetBrains Mono", ui-monospace, monospace; overflow-wrap: anywhere; }
p code { padding: .1em .3em; border-radius: 4px; background: var(--tint); }
nav ul { display: flex; flex-wrap: wrap; gap: .25rem 1rem; margin: 1rem 0 0; padding: .75rem 1rem; list-style: none; border: 1px solid var(--line); border-radius: 8px; background: var(--tint); }
nav a { display: inline-block; padding: .15rem 0; }
.items { max-width: 46rem; margin: 0 0 .75rem; padding-left: 1.25rem; }
.items li { margin-bottom: .35rem; }
.page > .scroll { margin-bottom: 1rem; }
.page > h2 + .index { margin-top: .75rem; }
figure { margin: 0 0 1rem; border: 1px solid var(--line); border-radius: 8px; overflow: hidden; }
figcaption { padding: .4rem .9rem; border-bottom: 1px solid var(--line); background: var(--tint); color: var(--quiet); }
pre { margin: 0; padding: .75rem .9rem; }
figure .scroll { border: 0; border-radius: 0; }
pre code { overflow-wrap: normal; }
.index { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(20rem, 100%), 1fr)); gap: 1rem; margin: 1.5rem 0 0; padding: 0; list-style: none; }
.index li { padding: 1rem 1.25rem; border: 1px solid var(--line); border-radius: 8px; background: var(--tint); }
.index a { font-weight: 600; font-size: 1.05rem; }
.index p { margin: .35rem 0 0; color: var(--quiet); }
.scroll { overflow-x: auto; border: 1px solid var(--line); border-radius: 8px; }
table { width: 100%; min-width: 44rem; border-collapse: collapse; }
th, td { padding: .5rem .75rem; text-align: left; vertical-align: top; border-top: 1px solid var(--line); }
thead th { border-top: 0; background: var(--tint); font-size: .8125rem; color: var(--quiet); }
tbody th { width: 14rem; font-weight: 600; }
tbody th:has(> code) { font-weight: 400; }
td:nth-child(2) { width: 24rem; color: var(--quiet); }
@media (max-width: 40rem) {
  table { min-width: 0; }
  thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
  tr { display: block; padding: .5rem .75rem; border-top: 1px solid var(--line); }
  tbody tr:first-child { border-top: 0; }
  tbody th, td, td:nth-child(2) { display: block; width: auto; padding: .125rem 0; border: 0; }
  td:empty { display: none; }
}
html.dark-mode, html.dark-mode .page .swagger-ui, html.dark-mode .page .scheme-container { background: var(--ground); }
`;
