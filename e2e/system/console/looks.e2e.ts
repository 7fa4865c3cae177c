import { testLooks } from './looks.js';
import { SCREENS } from './screens.js';

testLooks(SCREENS);
