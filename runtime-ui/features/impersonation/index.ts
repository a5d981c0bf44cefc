export { ExplainPage } from './explain-page.tsx';
export { ImpersonationBar } from './impersonation-bar.tsx';
export { useSessionChange } from './use-session-change.ts';
