/** The list of workflows in the studio. */
export const studioWorkflowTexts = {
  title: 'Workflows',
  find: 'Find a workflow',
  none: 'No workflow was found',
  list: { name: 'Workflow', module: 'Module', when: 'When', state: 'State', updated: 'Last change', change: 'In this change-set' },
  when: {
    save: 'A record is saved',
    time: 'After time elapses',
    schedule: 'At set times',
    button: 'A button is pressed',
    webhook: 'A webhook is called',
    workflow: 'Another workflow ends',
  },
  on: 'On',
  off: 'Off',
  broken: 'Broken',
  never: 'Not changed here',
  add: 'New workflow',
  newName: 'New workflow',
} as const;
