import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { findCachedPosting } from '#lib/queries/postings/posting-cache.ts'

/**
 * Tells once per opening that a posting's text is there: it counts as read and seen from then on. Where the reader has made it unread
 * again while the text was on its way, it stays so (`staysUnread`).
 */
export function useMarkOpened(
  openId: string | null,
  hasText: boolean,
  markOpened: (id: string, staysUnread: boolean) => void,
): void {
  const client = useQueryClient()
  const opening = useRef({ id: null as string | null, wasRead: false, isTold: false })
  useEffect(() => {
    const isRead = openId !== null && findCachedPosting(client, openId)?.isRead === true
    if (openId !== opening.current.id) opening.current = { id: openId, wasRead: false, isTold: false }
    opening.current.wasRead ||= isRead
    if (openId === null || !hasText || opening.current.isTold) return
    opening.current.isTold = true
    markOpened(openId, opening.current.wasRead && !isRead)
  })
}
