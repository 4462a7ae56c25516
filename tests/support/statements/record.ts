/** For the project `database`: its files share a process, and what they ask is noted once for all of them. */
import './recorder.ts'
