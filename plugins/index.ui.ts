import type { UiContribution } from '#ui';
import { accountsUi } from './accounts/ui/index.ts';
import { activitiesUi } from './activities/ui/index.ts';
import { campaignsUi } from './campaigns/ui/index.ts';
import { chatUi } from './chat/ui/index.ts';
import { commentsUi } from './comments/ui/index.ts';
import { credentialingUi } from './credentialing/ui/index.ts';
import { dashboardsUi } from './dashboards/ui/index.ts';
import { calendarUi } from './calendar/ui/index.ts';
import { leaderboardsUi } from './leaderboards/ui/index.ts';
import { leadsUi } from './leads/ui/index.ts';
import { mailboxUi } from './mailbox/ui/index.ts';
import { messagesUi } from './messages/ui/index.ts';
import { voiceUi } from './voice/ui/index.ts';
import { navigationUi } from './navigation/ui/index.ts';
import { PACKAGED_CONTRIBUTIONS } from './packaged.ui.ts';
import { payCalculatorUi } from './pay-calculator/ui/index.ts';
import { placementsUi } from './placements/ui/index.ts';
import { providersUi } from './providers/ui/index.ts';
import { ptoUi } from './pto/ui/index.ts';
import { reportsUi } from './reports/ui/index.ts';
import { signingUi } from './signing/ui/index.ts';
import { tasksUi } from './tasks/ui/index.ts';
import { tutorialsUi } from './tutorials/ui/index.ts';

/** The UI parts of the enabled plugins. If two plugins fill the same slot, the first one wins. */
export const UI_CONTRIBUTIONS: readonly UiContribution[] = [
  leadsUi,
  accountsUi,
  activitiesUi,
  commentsUi,
  chatUi,
  messagesUi,
  campaignsUi,
  voiceUi,
  mailboxUi,
  placementsUi,
  credentialingUi,
  payCalculatorUi,
  providersUi,
  ptoUi,
  tasksUi,
  calendarUi,
  leaderboardsUi,
  reportsUi,
  dashboardsUi,
  signingUi,
  navigationUi,
  tutorialsUi,
  ...PACKAGED_CONTRIBUTIONS,
];
