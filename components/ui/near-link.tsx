'use client'

import Link from 'next/link'
import { useState, type ComponentProps } from 'react'

type NearLinkProps = Omit<
  ComponentProps<typeof Link>,
  'prefetch' | 'onPointerEnter' | 'onFocus' | 'onTouchStart'
>

/**
 * A link to a page that is slow to open for the first time. A pointer, a finger or the focus on it fetches the page, with its code and
 * what its server reads ahead (readWithLink of lib/pages/read-ahead.ts). Until then it asks for nothing.
 */
export function NearLink(props: NearLinkProps) {
  const [isNear, setNear] = useState(false)
  const onNear = () => setNear(true)
  return <Link {...props} prefetch={isNear} onPointerEnter={onNear} onFocus={onNear} onTouchStart={onNear} />
}
