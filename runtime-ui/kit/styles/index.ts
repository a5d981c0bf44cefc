// Mantine's styles are in a CSS layer, so that ours override them without higher specificity.
import '@mantine/core/styles.layer.css';
import '@fontsource-variable/inter/opsz.css';
import '@fontsource/jetbrains-mono/latin-400.css';
import './base.css';
import './controls.css';
import './inputs.css';
import './overlays.css';
import './states.css';
import './frame.css';
