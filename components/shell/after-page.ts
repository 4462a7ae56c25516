'use client'

/** What comes right after the page, in one file: two cost more than what is in them. */
export { AlertsFoot } from './alerts-foot.tsx'
export { FreshnessFoot } from './freshness-foot.tsx'
export { OfflineNotice } from './offline-notice.tsx'
