import { createContext } from 'react'

/** False for readers who want no pictures: icons of sites are pictures, too. */
export const IconsShown = createContext(true)
