import './dom.js';
