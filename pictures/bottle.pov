// One product. Declare=Gallons=5|3, Declare=Pass=0|1|2; Label and CapColor come from product.inc.
// The camera is the same for both sizes, so that 3 gallons looks smaller than 5 on the same line.
#version 3.7;
// Rays bounce long under the neck and in the ribs; cut off early they end as black slivers.
global_settings { assumed_gamma 1.0 max_trace_level 40 adc_bailout 0.01 }
#include "product.inc"
#include "parts.pov"
#if (Gallons = 5)
  #include "bottle-5.inc"
  Bottle(Body5, Air5, Cap5, Sheet5, Label, CapColor)
#else
  #include "bottle-3.inc"
  Bottle(Body3, Air3, Cap3, Sheet3, Label, CapColor)
#end
camera {
  perspective location <0, 17, -74> right x*3/4 up y angle 13.2
  look_at <0, 9.55, 0>
}
