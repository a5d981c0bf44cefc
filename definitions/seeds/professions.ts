/** Professions of the demo, with their percentage of people. */
export const PROFESSIONS = {
  'Speech-Language Pathologist': 22,
  'SLP Assistant': 7,
  'Occupational Therapist': 12,
  'Occupational Therapy Assistant': 5,
  'Physical Therapist': 7,
  'School Nurse, RN': 12,
  'School Nurse, LPN': 6,
  'School Psychologist': 9,
  'School Social Worker': 6,
  'Behavior Analyst, BCBA': 6,
  'Special Education Teacher': 10,
  'Teacher, Visually Impaired': 3,
  Audiologist: 2,
  Paraprofessional: 4,
} as const;
