import type { PluginManifest } from '#engine';
import { accountsPlugin } from './accounts/plugin.ts';
import { activitiesPlugin } from './activities/plugin.ts';
import { commentsPlugin } from './comments/plugin.ts';
import { campaignsPlugin } from './campaigns/plugin.ts';
import { calendarPlugin } from './calendar/plugin.ts';
import { chatPlugin } from './chat/plugin.ts';
import { communicationPlugin } from './communication/plugin.ts';
import { credentialingPlugin } from './credentialing/plugin.ts';
import { dashboardsPlugin } from './dashboards/plugin.ts';
import { jobsPlugin } from './jobs/plugin.ts';
import { leaderboardsPlugin } from './leaderboards/plugin.ts';
import { leadsPlugin } from './leads/plugin.ts';
import { mailboxPlugin } from './mailbox/plugin.ts';
import { messagesPlugin } from './messages/plugin.ts';
import { navigationPlugin } from './navigation/plugin.ts';
import { payCalculatorPlugin } from './pay-calculator/plugin.ts';
import { placementsPlugin } from './placements/plugin.ts';
import { providersPlugin } from './providers/plugin.ts';
import { ptoPlugin } from './pto/plugin.ts';
import { reportsPlugin } from './reports/plugin.ts';
import { signingPlugin } from './signing/plugin.ts';
import { subsPlugin } from './subs/plugin.ts';
import { tasksPlugin } from './tasks/plugin.ts';
import { tutorialsPlugin } from './tutorials/plugin.ts';
import { voicePlugin } from './voice/plugin.ts';

/** The server parts of the enabled plugins. The order decides whose hooks run first, after the dependencies between plugins. */
export const ENABLED_PLUGINS: readonly PluginManifest[] = [
  leadsPlugin,
  accountsPlugin,
  ptoPlugin,
  calendarPlugin,
  activitiesPlugin,
  tasksPlugin,
  subsPlugin,
  jobsPlugin,
  placementsPlugin,
  providersPlugin,
  credentialingPlugin,
  commentsPlugin,
  communicationPlugin,
  chatPlugin,
  messagesPlugin,
  campaignsPlugin,
  mailboxPlugin,
  voicePlugin,
  payCalculatorPlugin,
  leaderboardsPlugin,
  reportsPlugin,
  signingPlugin,
  dashboardsPlugin,
  navigationPlugin,
  tutorialsPlugin,
];
