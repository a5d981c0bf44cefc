import { createRoot } from 'react-dom/client';
import { StrictMode } from 'react';
import { UI_CONTRIBUTIONS } from '../../plugins/index.ui.ts';
import { registerContributions } from '../extensions/index.ts';
import { applyTheme } from '../kit/index.ts';
import { App } from './app.tsx';
import { createRouter } from './routes.tsx';

// Before the first render, so that nothing is rendered in another theme or without its plugins.
applyTheme();
registerContributions(UI_CONTRIBUTIONS);

const root = document.getElementById('root');
if (root)
  createRoot(root).render(
    <StrictMode>
      <App router={createRouter()} />
    </StrictMode>,
  );
