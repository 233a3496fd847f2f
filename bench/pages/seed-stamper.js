/** Stores a key of the peer's bare stamper. @module */
import { IndexedDbStamper } from 'peer-stamper'

globalThis.seed = () => new IndexedDbStamper().resetKeyPair()
