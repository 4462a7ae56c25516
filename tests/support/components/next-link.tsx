import type { AnchorHTMLAttributes, MouseEvent, Ref } from 'react'
import { useRouter } from './next-navigation.ts'

type LinkProps = AnchorHTMLAttributes<HTMLAnchorElement> & {
  readonly href: string
  readonly ref?: Ref<HTMLAnchorElement>
  readonly prefetch?: boolean | null
  readonly replace?: boolean
  readonly scroll?: boolean
}

/** Stands in for next/link where a component is drawn alone: it changes the address, and asks no server for a page. */
export default function Link({
  href,
  onClick,
  prefetch: _,
  replace = false,
  scroll: __,
  ...rest
}: LinkProps) {
  const router = useRouter()
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event)
    if (event.defaultPrevented || event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    if (replace) router.replace(href)
    else router.push(href)
  }
  return <a href={href} onClick={follow} {...rest} />
}
