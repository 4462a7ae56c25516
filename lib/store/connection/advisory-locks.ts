/**
 * The keys of all advisory locks of this database, beside the one of migrations (`lib/launch/migrate/migrate.ts`): any numbers, each once. Two works
 * under one number would shut each other out.
 */
export const advisoryLocks = {
  storingPlans: 5_301_977,
  /** Postings are stored under it, by one at a time; shared by who waits for that. */
  postings: 5_301_978,
  /** With the hash of an owner's name: held while that process lives. */
  liveness: 5_301_979,
  planning: 5_301_983,
  countingReaders: 5_301_989,
  measuringFreshness: 5_301_991,
  retention: 5_301_992,
  rollingUp: 5_301_993,
  settingClockBack: 5_301_994,
  /** The limits of all hosts are changed under it, by one at a time: a host of which nothing is known has no row to lock. */
  publisherLimits: 5_301_995,
  countingSubscriptions: 5_301_997,
  /** With the hash of an account's id: something is imported into it. */
  importing: 5_302_001,
  /** Of those who make and remove parts of tables; shared by backups, which read them. */
  parts: 5_301_998,
} as const
