/** For tests: a module as the shell lists it. */
export function summarizeModule(name: string, label: string) {
  return {
    name,
    label,
    labelSingular: label,
    icon: 'hammer',
    path: `/api/${name}`,
    nameField: 'name',
    route: `/module/${name}`,
    rights: {},
  };
}

/** For tests: the shell of a user of a type. */
export function makeShell<More extends object>(userType: string, more: More) {
  return { user: { _id: 'u1', userType }, teams: [], roles: [], settings: {}, plugins: ['navigation'], isStaff: true, ...more };
}
