// Not among the schemas of common.ts, because the browser uses it and must not load the library that schemas need.

/** `_id` of the team `Global`, which means everyone; a record created without `teams` gets it. */
export const GLOBAL_TEAM_ID = '00000000-0000-7000-8000-000000000001';
