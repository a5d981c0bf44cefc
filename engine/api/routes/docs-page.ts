/** The page `/api/docs`: public, and empty of anything private; what it shows is the document that the reader's session may load. */
export const DOCS_PAGE = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Muster API</title>
    <link rel="icon" href="data:,">
    <link rel="stylesheet" href="/api/docs/static/swagger-ui.css">
    <link rel="stylesheet" href="/api/docs/docs.css">
  </head>
  <body>
    <main>
      <h1 class="muster-title">Muster API</h1>
      <p id="notice" role="status">Loading the document …</p>
      <div id="calls"></div>
    </main>
    <script src="/api/docs/static/swagger-ui-bundle.js"></script>
    <script src="/api/docs/docs.js"></script>
  </body>
</html>
`;

/** Loads the document with the token of the signed-in user; without one, says what to do. */
export const DOCS_SCRIPT = `'use strict';
(async () => {
  const notice = document.getElementById('notice');
  const readToken = () => { try { return localStorage.getItem('jwt_token'); } catch { return null; } };
  const renew = async () => {
    const answer = await fetch('/api/auth/refresh', { method: 'POST' });
    return answer.ok ? (await answer.json()).token : null;
  };
  const load = (token) => fetch('/api/openapi.json', { headers: { authorization: 'Bearer ' + token } });
  let token = readToken() ?? await renew();
  let answer = token ? await load(token) : null;
  if (answer && answer.status === 401) {
    token = await renew();
    answer = token ? await load(token) : null;
  }
  if (!answer || !answer.ok) {
    notice.innerHTML = 'Sign in first: the document shows the modules that you may reach. <a href="/login">Sign in</a>';
    return;
  }
  notice.remove();
  const ui = SwaggerUIBundle({
    spec: await answer.json(),
    dom_id: '#calls',
    deepLinking: true,
    docExpansion: 'none',
    filter: true,
    persistAuthorization: false,
    validatorUrl: null,
    onComplete: () => ui.preauthorizeApiKey('session', token),
  });
})();
`;

export const DOCS_STYLE = `body { margin: 0; font-family: system-ui, sans-serif; background: #fff; color: #1a1a1a; }
.muster-title { margin: 0; padding: 1rem 1.25rem 0; font-size: 1.25rem; }
#notice { padding: 0 1.25rem; }
`;
