import { test } from './fixtures.js'
import { discarded, keptForBack } from './support/away.js'
import { awayTests } from './support/away-tests.js'

awayTests(test, discarded)
awayTests(test, keptForBack)
