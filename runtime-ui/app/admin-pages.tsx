import { useRoutes, type RouteObject } from 'react-router';
import {
  AdministrationPage,
  AuditLogPage,
  DefinitionsPage,
  FirstRunPage,
  IndexesPage,
  OutboxPage,
  PluginsPage,
  QueuePage,
  QueuesPage,
  SaveTracePage,
  SaveTracesPage,
  SettingsPage,
  TeamPage,
  TeamsPage,
  UpdatePage,
  UserPage,
  UsersPage,
  WebhookPage,
  WebhooksPage,
} from '../features/administration/index.ts';
import { AdminRoute } from './admin-route.tsx';

const PAGES: RouteObject[] = [
  { index: true, element: <AdministrationPage /> },
  { path: 'audit-log', element: <AuditLogPage /> },
  { path: 'background-jobs', element: <QueuesPage /> },
  { path: 'background-jobs/:plugin/:job', element: <QueuePage /> },
  { path: 'definitions', element: <DefinitionsPage /> },
  { path: 'first-run', element: <FirstRunPage /> },
  { path: 'indexes', element: <IndexesPage /> },
  { path: 'outbox', element: <OutboxPage /> },
  { path: 'plugins', element: <PluginsPage /> },
  { path: 'save-traces', element: <SaveTracesPage /> },
  { path: 'save-traces/:id', element: <SaveTracePage /> },
  { path: 'settings/:section?', element: <SettingsPage /> },
  { path: 'system-update', element: <UpdatePage /> },
  { path: 'teams', element: <TeamsPage /> },
  { path: 'teams/:id', element: <TeamPage /> },
  { path: 'users', element: <UsersPage /> },
  { path: 'users/:id', element: <UserPage /> },
  { path: 'webhooks', element: <WebhooksPage /> },
  { path: 'webhooks/:id', element: <WebhookPage /> },
  { path: '*', element: <AdminRoute /> },
];

/** The pages below `/admin`, which are loaded together. */
export function AdminPages() {
  return useRoutes(PAGES);
}
