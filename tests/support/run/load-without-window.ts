// TanStack Query asks whether there is a window once, when it is loaded: for all files of a process there is none.
import '@tanstack/react-query'
