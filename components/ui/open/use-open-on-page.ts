import { usePathname } from 'next/navigation'
import { useState, type Dispatch, type SetStateAction } from 'react'

/** `useState` of whether something over the page is open, for what stays from page to page: on another one it is closed, also on the way back. */
export function useOpenOnPage(): [boolean, Dispatch<SetStateAction<boolean>>] {
  const pathname = usePathname()
  const [isOpen, setOpen] = useState(false)
  const [openedOn, setOpenedOn] = useState(pathname)
  if (pathname !== openedOn) {
    setOpenedOn(pathname)
    setOpen(false)
  }
  return [isOpen && pathname === openedOn, setOpen]
}
