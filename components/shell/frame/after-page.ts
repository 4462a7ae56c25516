'use client'

/** The code that comes right after the page, in one file: two cost more than what is in them. */
export { SidebarFoot } from './sidebar-foot.tsx'
export { OfflineNotice } from './offline-notice.tsx'
export { hearEvents } from '#lib/queries/events/event-stream.ts'
