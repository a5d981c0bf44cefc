import { createRoot } from 'react-dom/client';
import { StrictMode } from 'react';
import { UI_CONTRIBUTIONS } from '../../plugins/index.ui.ts';
import { useSession } from '../client/index.ts';
import { registerContributions } from '../extensions/index.ts';
import { applyTheme } from '../kit/index.ts';
import { PRODUCT_DIALOGS } from '../views/index.ts';
import { App } from './app.tsx';
import { PRODUCT_WIDGETS } from './product-widgets.ts';
import { createRouter } from './routes.tsx';

// Before the first render, so that nothing is rendered in another theme or without its plugins.
applyTheme();
// The server names the running plugins in the page; the development server of the UI does not.
useSession.setState({ plugins: document.documentElement.dataset['plugins']?.split(' ') });
registerContributions(UI_CONTRIBUTIONS, [PRODUCT_DIALOGS, PRODUCT_WIDGETS]);

const root = document.getElementById('root');
if (root)
  createRoot(root).render(
    <StrictMode>
      <App router={createRouter()} />
    </StrictMode>,
  );
