"""Photographs and scans: what pieces they show."""

import cv2

# What is looked at is small: threads of OpenCV wait for one another longer than they work.
cv2.setNumThreads(1)
